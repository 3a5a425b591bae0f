import { type ReactNode, useState } from 'react';
import { ApiError, errorText } from '../../data/api.ts';
import { keep, recall } from '../../data/browser-storage.ts';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { HomeSteps, isOpen, useSetup } from './setup-list.tsx';

const texts = words.setup;

const hiddenForMs = 7 * 24 * 60 * 60_000;

/** The steps that a family feels first. */
const first = ['address', 'https', 'mail', 'administrator', 'backup'] as const;

const isHidden = (): boolean => Date.now() < Number(recall('setupHiddenUntil') ?? 0);

/** On the home page of every administrator, until the first steps are done. */
export default function SetupCard() {
  const [hidden, setHidden] = useState(isHidden);
  return hidden ? null : <Steps onHide={() => setHidden(true)} />;
}

function Steps({ onHide }: { onHide: () => void }) {
  const { data, error } = useSetup();
  const items = first.flatMap(
    (id) => data?.items.find((item) => item.id === id && item.state !== 'unknown') ?? [],
  );
  const open = items.filter(isOpen).length;
  // Refused to administrators who must set up a second factor first.
  if (error instanceof ApiError && error.status === 403)
    return (
      <Card onHide={onHide}>
        <p className="mut">{errorText(error)}</p>
        <TextLink href="/my-account/sign-in#protection">{words.denied.protect}</TextLink>
      </Card>
    );
  if (open === 0) return null;
  return (
    <Card onHide={onHide}>
      <p className="mut mb-2">{texts.progress({ done: items.length - open, total: items.length })}</p>
      <HomeSteps items={items} />
    </Card>
  );
}

function Card({ onHide, children }: { onHide: () => void; children: ReactNode }) {
  const hide = () => {
    keep('setupHiddenUntil', String(Date.now() + hiddenForMs));
    onHide();
  };
  return (
    <section className="card pad setupcard" aria-labelledby="setup">
      <h2 id="setup">{texts.title}</h2>
      {children}
      <div className="row between wrap g8 mt-2">
        <Button kind="ghost" size="sm" flush onClick={hide}>
          {texts.hide}
        </Button>
        <p className="small mut">{texts.onlyAdmins}</p>
      </div>
    </section>
  );
}
