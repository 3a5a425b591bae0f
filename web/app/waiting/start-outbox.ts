// Loads only while the outbox has something to send.
import type { QueryClient } from '@tanstack/react-query';
import { openOutbox } from '../../outbox/outbox.ts';
import { startQueue } from '../../outbox/queue.ts';
import { loseSession } from '../session.tsx';
import './register-kinds.ts';

/** Sends what this member shared, and the photos of what they are writing. Returns how to stop. */
export const startOutbox = (client: QueryClient, userId: string): (() => void) => {
  void openOutbox(userId);
  return startQueue({ client, userId, onLostSession: (error) => loseSession(client, error, 'login') });
};
