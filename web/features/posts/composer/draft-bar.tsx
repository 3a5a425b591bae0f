import { ArrowLeft, House, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { go } from '../../../app/navigation.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { words } from '../../../words/words.ts';
import { Confirm } from '../../../ui/overlay/confirm.ts';

const texts = words.compose;

// Only the Navigation API knows whether the previous page is ours; history.length counts other sites too.
const goBack = () => {
  const ours = 'navigation' in globalThis ? navigation.canGoBack : history.length > 1;
  if (ours) history.back();
  else go('/');
};

interface DraftBarProps {
  /** Nothing was written or chosen: discarding asks no question. */
  isEmpty: boolean;
  /** The question before something is discarded. */
  question: { title: string; text: string; action: string };
  /** Null while it is being sent: nothing is left to discard. */
  onDiscard: (() => void) | null;
}

/** Replaces the bottom tabs while a moment is written. Back and Home keep the draft. */
export function DraftBar({ isEmpty, question, onDiscard }: DraftBarProps) {
  const [asking, setAsking] = useState(false);
  const discard = () => {
    onDiscard?.();
    go('/');
  };
  return (
    <nav className="dbar" aria-label={texts.bar.label}>
      <div>
        <Button kind="ghost" size="sm" icon={ArrowLeft} onClick={goBack}>
          {words.controls.back}
        </Button>
        <ButtonLink kind="ghost" size="sm" icon={House} href="/">
          {texts.bar.home}
        </ButtonLink>
        {onDiscard ? (
          <Button
            kind="ghost"
            size="sm"
            icon={Trash2}
            className="text-danger-text!"
            onPointerEnter={Confirm.preload}
            onClick={() => (isEmpty ? discard() : setAsking(true))}
          >
            {texts.bar.discard}
          </Button>
        ) : null}
      </div>
      {asking ? <Confirm open onClose={() => setAsking(false)} {...question} onConfirm={discard} /> : null}
    </nav>
  );
}
