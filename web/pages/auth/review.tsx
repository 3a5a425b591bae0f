import { ClaimReview } from '../../features/auth/claim-review.tsx';
import { DenialReview } from '../../features/auth/denial-review.tsx';
import { useUser } from '../../app/session.tsx';
import { useSignOut } from '../../app/sign-out.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';

/** Stands in the place of every member's page while the account has a question to its owner. */
export default function ReviewPage() {
  const user = useUser();
  const { leave, question } = useSignOut();
  return (
    <main id="main" className="auth1">
      {user.review === 'claim' ? <ClaimReview user={user} /> : <DenialReview />}
      <div className="mt-3">
        <Button kind="ghost" size="lg" full onClick={leave}>
          {words.shell.logout}
        </Button>
      </div>
      {question}
    </main>
  );
}
