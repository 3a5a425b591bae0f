import { JobNotReady } from '../../../platform/jobs/jobs.ts';
import type { IncomingMail } from '../../../platform/mail-in/incoming-mail.ts';

/** A mail waits this long for DNS, which proves its sender. Afterwards it counts as not proven. */
const timeoutMs = 12 * 60 * 60_000;
const retryMs = 5 * 60_000;

/** Whether a mail may be proven later. @param receivedAt in epoch ms */
export const mayBeProven = ({ isProven, dnsFailed }: IncomingMail, receivedAt: number): boolean =>
  !isProven && dnsFailed && Date.now() < receivedAt + timeoutMs;

export const waitForDns = (): JobNotReady => new JobNotReady(retryMs);
