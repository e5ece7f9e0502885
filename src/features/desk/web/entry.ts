import { startTouches } from './touch.ts';
import { startDoor } from './door.ts';

// All of the desk's own script: pages and forms work without it, passkeys don't.
startDoor();
startTouches();
