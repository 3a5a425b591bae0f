import { type ReactNode, useState } from 'react';
import { ApiError, errorText } from '../../data/api.ts';
import { keep, recall } from '../../data/browser-storage.ts';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { homeSteps } from './home-steps.ts';
import { HomeSteps, useSetup } from './setup-list.tsx';

const texts = words.setup;

const hiddenForMs = 7 * 24 * 60 * 60_000;

const isHidden = (): boolean => Date.now() < Number(recall('setupHiddenUntil') ?? 0);

/** On the home page of every administrator, until the first steps are done, and later while there is trouble. */
export default function SetupCard() {
  const [hidden, setHidden] = useState(isHidden);
  return hidden ? null : <Steps onHide={() => setHidden(true)} />;
}

function Steps({ onHide }: { onHide: () => void }) {
  const { data, error } = useSetup();
  const { items, done, isLater } = homeSteps(data?.items ?? []);
  // Refused to administrators who must set up a second factor first.
  if (error instanceof ApiError && error.status === 403)
    return (
      <Card title={texts.title} onHide={onHide}>
        <p className="mut">{errorText(error)}</p>
        <TextLink href="/my-account/sign-in#protection">{words.denied.protect}</TextLink>
      </Card>
    );
  if (items.length === 0) return null;
  return (
    <Card title={isLater ? texts.later : texts.title} onHide={onHide}>
      {isLater ? null : <p className="mut mb-2">{texts.progress({ done, total: items.length })}</p>}
      <HomeSteps items={items} />
    </Card>
  );
}

function Card({ title, onHide, children }: { title: string; onHide: () => void; children: ReactNode }) {
  const hide = () => {
    keep('setupHiddenUntil', String(Date.now() + hiddenForMs));
    onHide();
  };
  return (
    <section className="card pad setupcard" aria-labelledby="setup">
      <h2 id="setup">{title}</h2>
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
