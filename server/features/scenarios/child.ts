import { constants } from 'node:os';
import { becomeChild } from '../../platform/processes/become-child.ts';
import { playOrders } from './play-orders.ts';

// Members and their photos come first.
becomeChild(constants.priority.PRIORITY_LOW);

playOrders(async () => (await import('./suite.ts')).suite);
