import { startChecks } from './check.ts';
import { startEntries } from './entries.ts';
import { startFiles } from './files.ts';
import { startPush } from './push.ts';
import { startTouches } from './touch.ts';
import { startRestart } from './restart.ts';
import { startTyped } from './typed.ts';
import { startZones } from './zone.ts';
import { startApp } from './app.ts';
import { startDoor } from './door.ts';

// All of the desk's own script: pages and forms work without it, passkeys don't.
startDoor();
// Before whatever reads the fields.
startTyped();
// First: a form whose files are still on their way isn’t sent yet.
startFiles();
// After what was typed came back.
startEntries();
// Before the passkey is asked for.
startPush();
startTouches();
startZones();
startChecks();
startRestart();
startApp();
