import * as z from 'zod/mini';
import { messages } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { Category, Priority, type TestScenario } from '../../../contract/scenarios.ts';
import type { House } from '../../house.ts';
import type { Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import type { Order } from './messages.ts';
import { askModel } from './model.ts';
import { Idea, isPlayable, Proposal, Step } from './steps.ts';

const Steps = z.array(Step);

const parsed = (json: string): unknown => JSON.parse(json);

/** What the model proposed so far, oldest first. */
export const findIdeas = async (q: Queries): Promise<Order['ideas']> => {
  const rows = await q.selectFrom('scenario_ideas').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: row.public_id,
    name: row.name,
    description: row.description,
    category: Category.parse(row.category),
    priority: Priority.parse(row.priority),
    steps: Steps.parse(parsed(row.steps)),
  }));
};

// Line breaks and marks that turn writing around have no place in a name, whoever gave it.
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();

const usable = (answer: string): Idea[] => {
  const text = /\{[\s\S]*\}/.exec(answer)?.[0] ?? '';
  try {
    const { scenarios } = Proposal.parse(parsed(text));
    return scenarios.flatMap((entry) => {
      const idea = Idea.safeParse(entry).data;
      return idea && isPlayable(idea) && plain(idea.name) !== '' ? [idea] : [];
    });
  } catch {
    // No JSON, or of another shape: nothing in it can be used.
    return [];
  }
};

/**
 * Asks the model for more scenarios and keeps those that the runner can play; of all, the newest are kept.
 * @throws Problem `unavailable` without a model, and when it gives nothing usable
 */
export const proposeIdeas = async (house: House): Promise<TestScenario[]> => {
  const { model } = house.settings;
  if (!model) throw new Problem('unavailable', messages.modelMissing);
  const known = await findIdeas(house.db.read);
  const found = usable(
    await askModel(
      model,
      known.map(({ name }) => name),
      house.closing,
    ),
  );
  if (found.length === 0) throw new Problem('unavailable', messages.modelUseless);
  const made = found.slice(0, 10).map((idea) => ({
    public_id: newId(),
    name: plain(idea.name),
    description: plain(idea.description),
    category: idea.category,
    priority: idea.priority,
    steps: JSON.stringify(idea.steps),
    created_at: Date.now(),
  }));
  await house.db.write(async ({ q }) => {
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
    aiGenerated: true,
  }));
};
