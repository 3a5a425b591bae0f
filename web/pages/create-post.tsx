import { ComposeForm } from '../features/posts/compose-form.tsx';
import '../features/posts/compose.css';
import { useDraft } from '../features/posts/draft.ts';
import { DraftBar } from '../features/posts/draft-bar.tsx';
import { useSharing } from '../features/posts/sharing.ts';
import { VerifyFirst } from '../features/posts/verify-first.tsx';
import { useUser } from '../session.tsx';
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
