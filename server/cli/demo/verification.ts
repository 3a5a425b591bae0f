import { decideRequest, listRequests } from '../../features/verification/decide.ts';
import { submitRequest } from '../../features/verification/request.ts';
import { type DemoPerson, everyone, people } from './people.ts';
import type { Stage } from './stage.ts';

const hour = 60 * 60_000;

/**
 * Members who asked to be verified, and those whom the administrator refused. The others were verified when they
 * joined.
 */
export const askForVerification = (stage: Stage): void => {
  const { context, timeline } = stage;
  for (const who of everyone) {
    const { verification, statement = '', refusal = '' }: DemoPerson = people[who];
    if (verification !== 'pending' && verification !== 'rejected') continue;
    timeline.at(stage.joined(who) + 2 * hour, async () => {
      await submitRequest(context, stage.viewer(who), { personalStatement: statement });
    });
    if (verification === 'pending') continue;
    timeline.at(stage.joined(who) + 26 * hour, async () => {
      const administrator = stage.viewer('nora');
      const { items } = await listRequests(context, administrator, { status: 'pending', limit: 50 });
      const request = items.find(({ user }) => user.id === stage.viewer(who).publicId);
      if (!request) throw new Error(`${who} has not asked to be verified`);
      await decideRequest(context.db, administrator, { id: request.id, status: 'rejected', notes: refusal });
    });
  }
};
