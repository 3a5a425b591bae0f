import { BadgeCheck } from 'lucide-react';
import { ComposeForm } from '../features/posts/compose-form.tsx';
import '../features/posts/compose.css';
import { useDraft } from '../features/posts/draft.ts';
import { DraftBar } from '../features/posts/draft-bar.tsx';
import { useSharing } from '../features/posts/sharing.ts';
import { useUser } from '../session.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { words } from '../words/words.ts';

const texts = words.compose;

/** Where a moment is written; only for those whose identity was verified. */
export default function CreatePostPage() {
  const me = useUser();
  const draft = useDraft(me.id);
  const sharing = useSharing();
  return (
    <>
      <main id="main">
        <div className="page">
          <h1 className="mb-4">{texts.title}</h1>
          {me.isVerified ? <ComposeForm draft={draft} sharing={sharing} /> : <VerifyFirst />}
        </div>
      </main>
      <DraftBar draft={draft} onDiscard={sharing.cancel} />
    </>
  );
}

function VerifyFirst() {
  return (
    <div className="card pad stack g8 items-start max-w-136">
      <p className="b">{texts.verify}</p>
      <p className="mut">{texts.verifyText}</p>
      <ButtonLink href="/verification" icon={BadgeCheck} className="mt-2">
        {texts.verifyLink}
      </ButtonLink>
    </div>
  );
}
