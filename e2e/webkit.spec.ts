import { journeysIn } from './engines/in-engine.ts';

journeysIn('webkit');
