import { constants, setPriority } from 'node:os';
import { playOrder } from './play-order.ts';

// Runs the scenarios in a separate process at the lowest priority: members and their photos come first.
setPriority(constants.priority.PRIORITY_LOW);

playOrder(async () => (await import('./suite.ts')).suite);
