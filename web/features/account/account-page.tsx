import type { ReactNode } from 'react';
import { useTitle } from '../../app/not-found.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';
import './account.css';
import { useNamedSection } from './section.ts';

interface AccountPageProps {
  title: string;
  intro?: ReactNode;
  /** Fields are narrower than lists. */
  form?: boolean;
  children: ReactNode;
}

/** One of the pages behind My Account. */
export function AccountPage({ title, intro, form, children }: AccountPageProps) {
  useTitle(title);
  useNamedSection();
  return (
    <RailPage
      back={{ href: '/my-account', label: words.titles.account }}
      title={title}
      intro={intro}
      form={form}
    >
      <div className="stack g16 acct">{children}</div>
    </RailPage>
  );
}
