import { useQuery } from '@tanstack/react-query';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import * as invitations from '../../../contract/invitations.ts';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { useWithdraw } from './withdraw.ts';

const codeTexts = words.invitations.code;
const CodeDialog = lazyComponent(() => import('./code-dialog.tsx'));

/** Invites somebody whose address the member does not have at hand, to a circle or to Circle. */
export function ShowCode({ circleId }: { circleId?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="by-code" className="mt-8">
      <h2 id="by-code" className="text-h3">
        {codeTexts.heading}
      </h2>
      <p className="mut mt-1.5 mb-3">{codeTexts.intro}</p>
      <Button kind="quiet" icon={QrCode} onPointerEnter={CodeDialog.preload} onClick={() => setOpen(true)}>
        {codeTexts.show}
      </Button>
      {isOpen ? <CodeDialog circleId={circleId} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

const texts = words.invitations.open;

/** Lists the member's invitations that nobody has used yet, or all those to a circle; each can be withdrawn. */
export function OpenInvitations({ circleId }: { circleId?: string }) {
  const { data } = useQuery(queryFor(invitations.mine, circleId === undefined ? {} : { circleId }));
  const withdraw = useWithdraw();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="open" className={circleId === undefined ? 'mt-8' : 'card members'}>
      <h2 id="open" className="text-h3">
        {texts.title}
      </h2>
      <ul className="list mt-1.5">
        {data.map((invitation) => (
          <ListItem key={invitation.id} className="row between py-2">
            <span className="grow">
              <span className="trunc block">{invitation.email ?? invitation.for ?? texts.byLink}</span>
              <span className="small mut">
                {texts.until({
                  circle: circleId === undefined ? (invitation.circle?.name ?? null) : null,
                  date: date(invitation.expiresAt),
                })}
                {invitation.isUnmailed ? `. ${words.invitations.unmailed.badge}` : null}
              </span>
            </span>
            <Button
              kind="ghost"
              size="sm"
              aria-label={texts.withdrawFor({
                email: invitation.email ?? invitation.for,
                date: date(invitation.createdAt),
              })}
              busy={withdraw.isPending && withdraw.variables === invitation.id}
              onClick={() => withdraw.mutate(invitation.id)}
            >
              {words.controls.withdraw}
            </Button>
          </ListItem>
        ))}
      </ul>
    </section>
  );
}
