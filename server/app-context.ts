import type { Feature } from './feature.ts';
import type { Database } from './platform/db/database.ts';
import type { Drain } from './platform/http/drain.ts';
import type { ProxyNotes } from './platform/http/proxy-notes.ts';
import type { ImagePipeline } from './platform/images/pipeline.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Limits } from './platform/limits/limits.ts';
import type { Logger } from './platform/log.ts';
import type { ResolveMx } from './platform/mail-in/check.ts';
import type { MailReader } from './platform/mail-in/reader.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { ReplyKeys } from './platform/mail/reply-keys.ts';
import type { Metrics } from './platform/metrics.ts';
import type { PushKeys } from './platform/push/keys.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Cursors } from './platform/text/cursor.ts';
import type { VideoWrapper } from './platform/videos/wrapper.ts';
import type { Settings } from './settings.ts';
import type { StoredSettings } from './stored-settings.ts';

/** The parts of the server, built once for each of its threads in `open-app-context.ts` and passed to the features. */
export interface AppContext {
  readonly db: Database;
  /** Changes while the server runs, when administrators set something by a form. */
  readonly settings: Settings;
  readonly storedSettings: StoredSettings;
  /** All features, for those that ask each of them: what is exported of a member, and what goes with one. */
  readonly features: readonly Feature[];
  readonly jobs: Jobs;
  readonly limits: Limits;
  readonly mailer: Mailer;
  readonly mailReader: MailReader;
  readonly resolveMx: ResolveMx;
  readonly images: ImagePipeline;
  readonly videos: VideoWrapper;
  readonly storage: Storage;
  readonly cursors: Cursors;
  readonly replyKeys: ReplyKeys;
  readonly pushKeys: PushKeys;
  /** The time in milliseconds by which codes of authenticator apps are checked. */
  readonly totpNow: () => number;
  /** The path of the program that plays the test scenarios. */
  readonly scenarioProgram: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Names this machine's data folder: jobs on files that only it holds are its own. */
  readonly nodeId: string;
  /** Files that do not outlive what they are for. */
  readonly tmpDir: string;
  /** Aborted when this process is about to end: what goes on beside the requests ends then. */
  readonly shutdownSignal: AbortSignal;
  /** Whether this process is shutting down, and how many requests it still has to answer. */
  readonly drain: Drain;
  readonly proxyNotes: ProxyNotes;
  /** Has the end of this process wait for work that goes on beside the requests. */
  trackBackground(work: Promise<void>): void;
}
