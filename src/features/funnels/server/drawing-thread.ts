import { answerTasks } from '#platform/server/workers/thread.ts';
import { drawFunnel } from './drawing.ts';

answerTasks(drawFunnel);
