import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { TestScenario } from '../../../contract/scenarios.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { generateIdeas } from './generate.ts';
import { askModel } from './model.ts';
import { Idea, isPlayable, KeptIdea, Proposal } from './steps.ts';

const parsed = (json: string): unknown => JSON.parse(json);

type Origin = 'model' | 'schema';

/** Stored ideas, oldest first, without those of another version that this one cannot play. */
export const findIdeas = async (q: Queries): Promise<(KeptIdea & { origin: Origin })[]> => {
  const rows = await q.selectFrom('scenario_ideas').selectAll().orderBy('id').execute();
  return rows.flatMap(({ public_id: id, steps, origin, ...row }) => {
    const idea = KeptIdea.safeParse({ ...row, id, steps: parsed(steps) }).data;
    return idea ? { ...idea, origin } : [];
  });
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
export const marksOf = (origin: Origin) => ({
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
    const newest = q.selectFrom('scenario_ideas').select('id').orderBy('id', 'desc');
    const tooOld = newest.offset(limits.scenarioIdeas).limit(1);
    await q.deleteFrom('scenario_ideas').where('id', '<=', tooOld).execute();
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
