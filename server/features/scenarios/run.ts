import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import {
  type PastRun,
  TestResult,
  type TestRun,
  type TestScenario,
  countOf,
  noRun,
  statusIn,
} from '../../../contract/scenarios.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { conflict } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { time } from '../../access/show/present.ts';
import { findIdeas, marksOf } from './ideas.ts';
import { maxMs, playAll } from './runner.ts';
import { suite } from './suite.ts';

/** Milliseconds without a heartbeat after which a run counts as ended: each scenario begins with one. */
const silentAfterMs = maxMs.clock + 60_000;
/** How many earlier runs are kept. */
const kept = 20;

const Results = z.array(TestResult);

const readResults = (json: string): TestResult[] => {
  const read: unknown = JSON.parse(json);
  return Results.parse(read);
};

const lastRun = (q: Queries) =>
  q.selectFrom('scenario_runs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof lastRun>>>;

const isAlive = (row: Row): boolean => row.running === 1 && row.beat_at > Date.now() - silentAfterMs;

const describe = (row: Row): TestRun => {
  const results = readResults(row.results);
  const isRunning = isAlive(row);
  const part = row.total === 0 ? 0 : Math.floor((results.length * 100) / row.total);
  return {
    isRunning,
    completed: !isRunning,
    progress: isRunning ? Math.min(part, 99) : 100,
    currentScenario: isRunning ? row.current_scenario : null,
    results,
    trouble: row.running === 1 && !isRunning ? 'The server stopped during the run.' : row.trouble,
  };
};

/** The progress of the current run, or the result of the last one. */
export const findRun = async (db: Database): Promise<TestRun> => {
  const row = await lastRun(db.read);
  return row ? describe(row) : noRun;
};

/** The stored runs, newest first. */
export const findRuns = async (db: Database): Promise<PastRun[]> => {
  const rows = await db.read
    .selectFrom('scenario_runs')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(kept)
    .execute();
  return rows.map((row) => {
    const { isRunning, results, trouble } = describe(row);
    const counts = countOf({ results });
    return {
      id: row.public_id,
      startedAt: time(row.started_at),
      isRunning,
      duration: row.beat_at - row.started_at,
      total: row.total,
      ...counts,
      failed: results.length - counts.passed,
      trouble,
    };
  });
};

/**
 * Starts the suite; only one run at a time, across all nodes.
 * @throws conflict while one runs
 */
export const startRun = async (context: AppContext): Promise<TestRun> => {
  const { db, log } = context;
  const ideas = await findIdeas(db.read);
  const row = {
    public_id: newId(),
    node_id: context.nodeId,
    started_at: Date.now(),
    running: 1 as const,
    beat_at: Date.now(),
    total: suite.length + ideas.length,
    current_scenario: null,
    results: '[]',
    trouble: null,
  };
  try {
    await db.write(async ({ q }) => {
      // A run without a heartbeat ended with its server.
      await q
        .updateTable('scenario_runs')
        .set({ running: 0, trouble: 'The server stopped during the run.' })
        .where('running', '=', 1)
        .where('beat_at', '<=', Date.now() - silentAfterMs)
        .execute();
      await q.insertInto('scenario_runs').values(row).execute();
      const newest = q.selectFrom('scenario_runs').select('id').orderBy('id', 'desc');
      await q.deleteFrom('scenario_runs').where('id', '<=', newest.offset(kept).limit(1)).execute();
    });
  } catch (error) {
    if (db.dialect.isUniqueViolation(error)) throw conflict(messages.scenariosRunning);
    throw error;
  }

  const results: TestResult[] = [];
  const save = (state: { current_scenario: string } | { running: 0; trouble: string | null }) =>
    db
      .write(({ q }) =>
        q
          .updateTable('scenario_runs')
          .set({ current_scenario: null, ...state, beat_at: Date.now(), results: JSON.stringify(results) })
          .where('public_id', '=', row.public_id)
          .execute(),
      )
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, 'A run of the scenarios was not written down'),
      );
  const listener = {
    begins: (name: string) => save({ current_scenario: name }),
    result: (result: TestResult) => void results.push(result),
  };
  context.trackBackground(
    playAll(context, [...suite, ...ideas], listener)
      .catch((error: unknown) => {
        log.error({ err: error }, 'The scenarios could not be played');
        return 'The process could not be started.';
      })
      .then((trouble) => save({ running: 0, trouble })),
  );
  return { ...noRun, isRunning: true };
};

/** All scenarios, each with its result in the last run. */
export const listScenarios = async (db: Database): Promise<TestScenario[]> => {
  const run = await findRun(db);
  const own = suite.map(({ act: _act, ...about }) => ({
    ...about,
    aiGenerated: false,
    generated: false,
  }));
  const proposed = (await findIdeas(db.read)).map(({ steps: _steps, origin, ...about }) => ({
    ...about,
    ...marksOf(origin),
  }));
  return [...own, ...proposed].map((about) => ({ ...about, status: statusIn(run, about) }));
};
