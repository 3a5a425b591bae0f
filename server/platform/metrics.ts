import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

export interface Answered {
  method: string;
  /** The pattern, never the address: an address names people and what they share. */
  route: string;
  status: number;
  /** Null for what lasts as long as its reader likes. */
  seconds: number | null;
}

/** Gauges that are read when somebody requests the metrics. */
export interface Gauges {
  databaseUp: boolean;
  storageUp: boolean;
  jobs: readonly { kind: string; waiting: number; retrying: number; failed: number }[];
  lettersWaiting: number;
  /** Seconds since the last backup and rehearsal that went well; null where there is none. */
  backupAge: number | null;
  rehearsalAge: number | null;
}

/** Figures of this process, as Prometheus reads them. No figure is about any one person. */
export interface Metrics {
  answered(answered: Answered): void;
  jobRan(kind: string, outcome: 'done' | 'failed'): void;
  mailRefused(): void;
  letterEnded(outcome: 'sent' | 'refused'): void;
  /** Mails that were refused permanently since this process started. */
  readonly mailsRefused: number;
  /** Says where the number of open event streams is found. */
  countStreams(count: () => number): void;
  /** All figures as text for Prometheus, with its content type. */
  read(looked: Gauges): Promise<{ text: string; type: string }>;
}

/** The kind of a job without the machine that a few kinds name. */
export const plainKind = (kind: string): string => kind.split(' ')[0] ?? kind;

export const createMetrics = (version: string): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `circle_${name}`, help, labelNames, registers });

  const requests = new Counter({
    name: 'circle_http_requests_total',
    help: 'Answers by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'circle_http_request_duration_seconds',
    help: 'Time until the answer was sent, by method and route pattern',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const runs = new Counter({
    name: 'circle_job_runs_total',
    help: 'Tries of jobs on this node, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const refused = new Counter({
    name: 'circle_mails_refused_total',
    help: 'Mails that a mail server refused permanently',
    registers,
  });
  const letters = new Counter({
    name: 'circle_letters_total',
    help: 'Letters of this node that the mail server accepted, or refused permanently',
    labelNames: ['outcome'],
    registers,
  });
  const lettersWaiting = gauge('letters_waiting', 'Letters of all nodes that are not sent yet');
  const started = gauge('process_start_time_seconds', 'When this process began, since 1970');
  started.set(Math.round(Date.now() / 1_000 - process.uptime()));
  gauge('info', 'The version of Circle', ['version']).set({ version }, 1);
  const memory = gauge('process_resident_memory_bytes', 'Memory of this process');
  const processor = gauge('process_cpu_seconds_total', 'Processor time of this process');
  const streams = gauge('event_streams', 'Open event streams on this node');
  const parts = gauge('part_up', 'Whether the database and the photo storage answer', ['part']);
  const jobs = gauge('jobs', 'Jobs of all nodes: waiting, tried again, given up', ['kind', 'state']);
  const backupAge = gauge('backup_age_seconds', 'Since the last nightly backup that went well');
  const rehearsalAge = gauge('rehearsal_age_seconds', 'Since a nightly backup was last restored on trial');

  let countStreams = () => 0;
  let mailsRefused = 0;
  return {
    answered: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      if (seconds !== null) durations.observe({ method, route }, seconds);
    },
    jobRan: (kind, outcome) => runs.inc({ kind: plainKind(kind), outcome }),
    mailRefused: () => {
      mailsRefused += 1;
      refused.inc();
    },
    letterEnded: (outcome) => letters.inc({ outcome }),
    get mailsRefused() {
      return mailsRefused;
    },
    countStreams: (count) => {
      countStreams = count;
    },
    read: async (looked) => {
      memory.set(process.memoryUsage.rss());
      const { user, system } = process.cpuUsage();
      processor.set((user + system) / 1_000_000);
      streams.set(countStreams());
      parts.set({ part: 'database' }, looked.databaseUp ? 1 : 0);
      parts.set({ part: 'storage' }, looked.storageUp ? 1 : 0);
      lettersWaiting.set(looked.lettersWaiting);
      jobs.reset();
      for (const { kind, waiting, retrying, failed } of looked.jobs) {
        jobs.set({ kind, state: 'waiting' }, waiting);
        jobs.set({ kind, state: 'retrying' }, retrying);
        jobs.set({ kind, state: 'failed' }, failed);
      }
      if (looked.backupAge !== null) backupAge.set(looked.backupAge);
      else backupAge.reset();
      if (looked.rehearsalAge !== null) rehearsalAge.set(looked.rehearsalAge);
      else rehearsalAge.reset();
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
};
