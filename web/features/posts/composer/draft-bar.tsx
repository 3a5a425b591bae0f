import { ArrowLeft, House, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { go } from '../../../app/navigation.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ButtonLink } from '../../../ui/form/links.tsx';
import { words } from '../../../words/words.ts';
import { clearDraft, type Draft, isEmpty } from './draft.ts';
import { forgetUpload } from './photo-uploads.ts';
import { Confirm } from '../../../ui/overlay/confirm.ts';

const texts = words.compose;

// Only the Navigation API knows whether the previous page is ours; history.length counts other sites too.
const goBack = () => {
  const ours = 'navigation' in globalThis ? navigation.canGoBack : history.length > 1;
  if (ours) history.back();
  else go('/');
};

/** Replaces the bottom tabs while a moment is written. Back and Home keep the draft. */
export function DraftBar({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const [asking, setAsking] = useState(false);
  const discard = () => {
    onDiscard();
    for (const photo of draft.photos) forgetUpload(photo);
    clearDraft();
    go('/');
  };
  return (
    <nav className="dbar" aria-label={texts.bar.label}>
      <div>
        <Button kind="ghost" size="sm" icon={ArrowLeft} onClick={goBack}>
          {texts.bar.back}
        </Button>
        <ButtonLink kind="ghost" size="sm" icon={House} href="/">
          {texts.bar.home}
        </ButtonLink>
        <Button
          kind="ghost"
          size="sm"
          icon={Trash2}
          className="text-danger-text!"
          onPointerEnter={Confirm.preload}
          onClick={() => (isEmpty(draft) ? discard() : setAsking(true))}
        >
          {texts.bar.discard}
        </Button>
      </div>
      {asking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={texts.discardDialog.title}
          text={texts.discardDialog.text}
          action={texts.discardDialog.action}
          onConfirm={discard}
        />
      ) : null}
    </nav>
  );
}
