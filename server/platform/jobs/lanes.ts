import { plainKind } from '../metrics.ts';

export interface Lane {
  /** Job kinds, without the node that some of them name. */
  readonly kinds: readonly string[];
  /** Jobs that one node does at the same time. */
  readonly concurrency: number;
  /** Concurrent jobs of one member at most. With such a limit, members take turns. Jobs of no member are of one. */
  readonly perMember?: number;
  /** Milliseconds, doubled with each try, until a job that failed is tried again; 1 s if not given. */
  readonly backOff?: number;
  /** Its jobs are long or many: a server does them in its worker thread, so that they delay no answer. */
  readonly inWorkerThread?: true;
}

/** Jobs of one lane never wait for those of another. Every kind that is not listed belongs to `rest`. */
export const lanes = {
  /** Mails that open or protect an account. */
  accounts: { kinds: ['reset-mail', 'change-mail', 'account-notice', 'account-mail'], concurrency: 2 },
  mails: { kinds: ['notification-mail', 'invitation', 'mail'], concurrency: 2 },
  pushes: { kinds: ['push', 'push-one'], concurrency: 16, perMember: 2, backOff: 60_000 },
  /** Letters delay no other mail: 10,000 of them are due at the same time. */
  letters: { kinds: ['letter'], concurrency: 2, inWorkerThread: true },
  dueLetters: { kinds: ['due-letters'], concurrency: 1, inWorkerThread: true },
  evening: { kinds: ['evening-run'], concurrency: 1 },
  /** News for many members wait for no deletion of somebody's photos, circles or account. */
  news: {
    kinds: ['tell-circle', 'tell-album', 'tell-followers', 'tell-letters-carry', 'tell-admins'],
    concurrency: 2,
  },
  /** Received mails. Members take turns. */
  mailIn: { kinds: ['incoming-mail'], concurrency: 2, perMember: 1, backOff: 10_000 },
  searchIndex: { kinds: ['index-posts'], concurrency: 1, inWorkerThread: true },
  letterPhotos: { kinds: ['letter-photo'], concurrency: 1, inWorkerThread: true },
  copies: { kinds: ['full-copy'], concurrency: 1, perMember: 1 },
  /** Full-size copies of imported photos: thousands of them delay no other copy. */
  importCopies: { kinds: ['import-copy'], concurrency: 1, perMember: 1 },
  /** Exports and backups take minutes. The backup waits for no export. */
  exports: { kinds: ['export'], concurrency: 1, perMember: 1, inWorkerThread: true },
  backups: { kinds: ['nightly-backup'], concurrency: 1 },
  /** Archives of circles may take hours. */
  circleArchives: { kinds: ['circle-archive'], concurrency: 1, perMember: 1, inWorkerThread: true },
  /** Let's Encrypt allows five failed proofs an hour. */
  certificates: { kinds: ['certificate'], concurrency: 1, backOff: 60_000 },
  /** They wait for the card provider, up to a minute each. */
  payments: {
    kinds: [
      'square-subscription',
      'square-payment',
      'settle-payments',
      'sync-subscriptions',
      'end-payments',
      'end-former-payments',
    ],
    concurrency: 2,
  },
  rest: { kinds: [], concurrency: 2 },
} as const satisfies Record<string, Lane>;

export const allLanes: readonly Lane[] = Object.values(lanes);
export const lanesInWorkerThread = allLanes.filter(({ inWorkerThread }) => inWorkerThread);
/** Jobs that the worker thread does at the same time. */
export const workerConcurrency = lanesInWorkerThread.reduce((sum, { concurrency }) => sum + concurrency, 0);
export const otherLanes = allLanes.filter(({ inWorkerThread }) => !inWorkerThread);

export const laneOf = (kind: string): Lane =>
  allLanes.find(({ kinds }) => kinds.includes(plainKind(kind))) ?? lanes.rest;
