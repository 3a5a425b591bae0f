import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { Category, Priority, type TestScenario } from '../../../contract/scenarios.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import type { Order } from './messages.ts';
import { generateIdeas } from './generate.ts';
import { askModel } from './model.ts';
import { Idea, isPlayable, Proposal, Step } from './steps.ts';

const Steps = z.array(Step);

const parsed = (json: string): unknown => JSON.parse(json);

type Kept = Order['ideas'][number] & { origin: 'model' | 'schema' };

/** Stored ideas, oldest first. */
export const findIdeas = async (q: Queries): Promise<Kept[]> => {
  const rows = await q.selectFrom('scenario_ideas').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: row.public_id,
    name: row.name,
    description: row.description,
    category: Category.parse(row.category),
    priority: Priority.parse(row.priority),
    steps: Steps.parse(parsed(row.steps)),
    origin: row.origin,
  }));
};

// Strips line breaks and bidirectional control characters from names.
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();

const usable = (answer: string): Idea[] => {
  const text = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  try {
    const { scenarios } = Proposal.parse(parsed(text));
    return scenarios.flatMap((entry) => {
      const idea = Idea.safeParse(entry).data;
      return idea && isPlayable(idea) && plain(idea.name) !== '' ? [idea] : [];
    });
  } catch {
    // Not JSON, or another shape: unusable.
    return [];
  }
};

/** Marked by their source: a model, or random generation from the schemas of the API. */
export const marksOf = (origin: Kept['origin']) => ({
  aiGenerated: origin === 'model',
  generated: origin === 'schema',
});

const findNew = async (
  context: Pick<AppContext, 'settings' | 'shutdownSignal'>,
  known: readonly string[],
): Promise<Idea[]> => {
  const { model } = context.settings;
  if (!model) return generateIdeas(known);
  const found = usable(await askModel(model, known, context.shutdownSignal));
  if (found.length === 0) throw new Problem('unavailable', messages.modelUseless);
  return found.slice(0, 10);
};

/**
 * Asks the model for more scenarios and stores those that the runner can play. Without a model, generates them from
 * the schemas of the API. Only the newest are kept.
 * @throws Problem `unavailable` when the model gives nothing usable
 */
export const proposeIdeas = async (
  context: Pick<AppContext, 'db' | 'settings' | 'shutdownSignal'>,
): Promise<TestScenario[]> => {
  const known = await findIdeas(context.db.read);
  const found = await findNew(
    context,
    known.map(({ name }) => name),
  );
  const origin = context.settings.model ? ('model' as const) : ('schema' as const);
  const made = found.map((idea) => ({
    public_id: newId(),
    name: plain(idea.name),
    description: plain(idea.description),
    category: idea.category,
    priority: idea.priority,
    steps: JSON.stringify(idea.steps),
    origin,
    created_at: Date.now(),
  }));
  await context.db.write(async ({ q }) => {
    await q.insertInto('scenario_ideas').values(made).execute();
    const oldest = await q
      .selectFrom('scenario_ideas')
      .select('id')
      .orderBy('id', 'desc')
      .offset(limits.scenarioIdeas)
      .limit(1)
      .executeTakeFirst();
    if (oldest) await q.deleteFrom('scenario_ideas').where('id', '<=', oldest.id).execute();
  });
  return made.map(({ public_id: id, name, description, category, priority }) => ({
    id,
    name,
    description,
    category,
    priority,
    status: 'pending',
    ...marksOf(origin),
  }));
};
