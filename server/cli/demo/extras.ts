import { listCircleNames } from '../../features/circles/read.ts';
import { visitCircle } from '../../features/circles/visit.ts';
import { claimInvitation } from '../../features/invitations/accept.ts';
import { findInvitation } from '../../features/invitations/find.ts';
import { insertInvitation, sendInvitation } from '../../features/invitations/send.ts';
import { markAllRead } from '../../features/notifications/list.ts';
import { askQuestion } from '../../features/questions/ask.ts';
import { reachNext } from '../../features/questions/reach.ts';
import type { CircleIds } from './draw-circles.ts';
import { type DemoPerson, everyone, people, type PersonName } from './people.ts';
import type { Stage } from './stage.ts';
import { decideRequest, listRequests } from '../../features/verification/decide.ts';
import { submitRequest } from '../../features/verification/request.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Invited members and their inviters. */
const broughtBy: readonly (readonly [PersonName, PersonName])[] = [
  ['lena', 'ines'],
  ['ruth', 'ines'],
  ['finn', 'nora'],
  ['ada', 'priya'],
  ['aino', 'ruth'],
];

const question = {
  en: 'Where did you see the sea for the first time?',
  de: 'Wo hast du zum ersten Mal das Meer gesehen?',
};

/** Notes down invitations, used and open, an open question, and when each looked at their notifications, or Ines at her circles, last. */
export const extras = ({ context, timeline, chance, now, joined, viewer }: Stage, ids: CircleIds): void => {
  for (const [who, by] of broughtBy) {
    timeline.at(joined(who) + 1, () =>
      context.db.write(async (tx) => {
        const { code } = await insertInvitation(tx, {
          inviterId: viewer(by).id,
          circleId: null,
          email: people[who].email,
          message: null,
          makesAdmin: false,
        });
        await claimInvitation(context.settings, tx, await findInvitation(tx.q, null, code), viewer(who).id);
      }),
    );
  }

  timeline.at(now - 70 * 60_000, () =>
    sendInvitation(context, viewer('ruth'), {
      circleId: ids.of('cousins'),
      email: people.ines.email,
      message:
        'My dear, your cousins put everything here now and it is only us. I am told you press the big button. Bring photographs of the baby.',
    }),
  );
  timeline.at(now - 4 * day, () =>
    sendInvitation(context, viewer('ines'), {
      circleId: ids.of('sundayRun'),
      email: 'hanne@sorensen.example',
      message: 'Lena says you have moved back and own shoes. Eight sharp at the weir.',
    }),
  );
  timeline.at(now - 26 * hour, () =>
    sendInvitation(context, viewer('ines'), { circleId: null, email: 'clara.m@example.org' }),
  );

  const { language } = context.settings;
  const words = language === 'de' ? question.de : question.en;
  timeline.at(now - 30 * hour, () =>
    askQuestion(
      context,
      viewer('teo'),
      { id: ids.of('family'), userId: viewer('ines').publicId, words },
      null,
    ),
  );
  timeline.at(now - 2 * hour, () =>
    context.db.write((tx) => reachNext(tx, viewer('ines').id, now - 2 * hour)),
  );

  // Some moments are new since then.
  timeline.at(now - 3 * day, async () => {
    for (const { id } of await listCircleNames(context.db.read, viewer('ines')))
      await visitCircle(context.db, viewer('ines'), id);
  });

  for (const who of everyone) {
    // The new ones have not found the bell yet.
    if (people[who].since < 30) continue;
    const looked = who === 'ines' ? now - 3 * hour : now - chance.between(0.2, 2) * day;
    timeline.at(looked, () => markAllRead(context.db, viewer(who)));
  }
};

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
