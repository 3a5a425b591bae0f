import { getPriority, setPriority } from 'node:os';

/**
 * Makes this process a helper of the server: at this priority (`os.constants.priority`), so that answering requests
 * comes first, and no longer running than the server.
 */
export const becomeChild = (priority: number): void => {
  // A process of a scenario run inherits an even lower priority, which it may not raise.
  if (getPriority() < priority) setPriority(priority);
  // A Ctrl-C or a stopped service signals this process too. It ignores the signal, so that the server can finish
  // uploads first. When the server ends, the channel closes and this process exits.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
};
