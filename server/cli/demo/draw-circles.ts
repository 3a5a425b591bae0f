import { addMember, setPriority } from '../../features/circles/change.ts';
import { setFace } from '../../features/circles/face.ts';
import { nameKeepers } from '../../features/circles/keepers.ts';
import { createCircle } from '../../features/circles/create.ts';
import { listCircles } from '../../features/circles/read.ts';
import {
  circles,
  contactsOfInes,
  type DemoCircle,
  isCircleName,
  withoutCircles,
  priorities,
  type CircleName,
} from './circles.ts';
import { everyone, type PersonName } from './people.ts';
import type { Stage } from './stage.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Circles with more people than this are places that one goes to, not people whom one knows. */
const acquaintances = 11;

export interface CircleIds {
  /** The circle's public id, once it is there. */
  of(where: CircleName): string;
  /** Everybody in a circle, its owner included. */
  inside(where: CircleName): PersonName[];
  /** The public id of somebody's Contacts. */
  contactsIdOf(who: PersonName): Promise<string>;
  /** The members that somebody has in their Contacts. */
  contactsOf(who: PersonName): readonly PersonName[];
}

const definition = (where: CircleName): DemoCircle => circles[where];

const contactsOf = (who: PersonName): readonly PersonName[] => {
  if (who === 'ines') return contactsOfInes;
  if (withoutCircles.includes(who)) return [];
  const met = Object.values<DemoCircle>(circles)
    .filter(({ kind }) => kind === 'shared')
    .map(({ owner, members }) => [owner, ...members])
    .filter((inside) => inside.length <= acquaintances && inside.includes(who));
  return [...new Set(met.flat())].filter((other) => other !== who);
};

/** Notes down who made which circle, when, and who came in; and who keeps whom in their Contacts. */
export const drawCircles = ({ context, timeline, chance, now, joined, viewer }: Stage): CircleIds => {
  const ids = new Map<CircleName, string>();
  const of = (where: CircleName): string => {
    const id = ids.get(where);
    if (id === undefined) throw new Error(`${where} is not there yet`);
    return id;
  };

  const contactsIdOf = async (who: PersonName): Promise<string> => {
    const own = await listCircles(context.db.read, viewer(who));
    const contacts = own.find((circle) => circle.isContacts);
    if (!contacts) throw new Error(`${who} has no Contacts`);
    return contacts.id;
  };

  for (const where of Object.keys(circles).filter(isCircleName)) {
    const circle = definition(where);
    const made = now - circle.since * 24 * hour;
    timeline.at(made, async () => {
      const { id } = await createCircle(context.db, viewer(circle.owner), {
        name: (context.settings.language === 'de' && circle.german) || circle.name,
        description: circle.about,
        color: circle.color,
        kind: circle.kind,
        lettersCarry: circle.lettersCarry,
      });
      ids.set(where, id);
    });
    for (const [place, who] of circle.members.entries()) {
      const added = Math.max(made, joined(who) + 2 * hour) + (place + 1) * 7 * minute;
      timeline.at(added, () =>
        addMember(context.db, viewer(circle.owner), { id: of(where), userId: viewer(who).publicId }),
      );
    }
    if (circle.kind === 'private') continue;
    const { keepers = [], faces = [] } = circle;
    const settled = Math.max(made, ...circle.members.map(joined)) + 24 * hour;
    timeline.at(settled, async () => {
      const id = of(where);
      const userIds = keepers.map((who) => viewer(who).publicId);
      await nameKeepers(context.db, viewer(circle.owner), { id, userIds });
      for (const who of [circle.owner, ...circle.members])
        await setFace(context.db, viewer(who), { id, shown: faces.includes(who) });
    });
  }

  for (const who of everyone) {
    for (const other of contactsOf(who)) {
      const met = Math.max(joined(who), joined(other)) + chance.between(hour, 80 * hour);
      timeline.at(met, async () =>
        addMember(context.db, viewer(who), {
          id: await contactsIdOf(who),
          userId: viewer(other).publicId,
        }),
      );
    }
  }

  for (const [where, priority] of priorities) {
    timeline.at(now - 60 * 24 * hour, () =>
      setPriority(context.db, viewer('ines'), { id: of(where), priority }),
    );
  }

  return {
    of,
    contactsIdOf,
    contactsOf,
    inside: (where) => [definition(where).owner, ...definition(where).members],
  };
};
