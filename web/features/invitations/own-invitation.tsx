import { go } from '../../app/navigation.ts';
import { UnreachableNote } from '../../app/unreachable-note.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { InviteLink } from './invite-link.tsx';
import { useWithdraw } from './withdraw.ts';

const texts = words.invitations.own;

/** The page for members who open the link of an invitation that they sent themselves. */
export function OwnInvitation({ id, code }: { id: string; code: string }) {
  const withdraw = useWithdraw();
  return (
    <main id="main" className="join">
      <h1>{texts.title}</h1>
      <p className="mut mt-2.5 mb-5.5">{texts.text}</p>
      <UnreachableNote />
      <InviteLink url={`${location.origin}/join/${code}`}>
        <Button
          kind="quiet"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(id, { onSuccess: () => go('/send-invitations') })}
        >
          {texts.withdraw}
        </Button>
      </InviteLink>
    </main>
  );
}
