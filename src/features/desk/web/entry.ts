import { startFiles } from './files.ts';
import { startTouches } from './touch.ts';
import { startRestart } from './restart.ts';
import { startZones } from './zone.ts';
import { startDoor } from './door.ts';

// All of the desk's own script: pages and forms work without it, passkeys don't.
startDoor();
// First: a form whose files are still on their way isn’t sent yet.
startFiles();
startTouches();
startZones();
startRestart();
