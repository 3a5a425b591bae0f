import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import * as account from '../../../contract/account.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { queryFor } from '../../data/query.ts';
import { useSession } from '../../app/session.tsx';
import { Denied } from '../../ui/feedback/denied.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';
import './moderation.css';

/** The pages of the administration, in the order of their tabs. */
const tabs = [
  { href: '/admin/reports', label: words.moderation.tabs.reports },
  { href: '/admin/verifications', label: words.moderation.tabs.verifications },
  { href: '/admin/members', label: words.moderation.tabs.members },
  { href: '/admin/bug-reports', label: words.moderation.tabs.bugReports },
  { href: '/admin/audit', label: words.moderation.tabs.audit },
  { href: '/admin/system', label: words.moderation.tabs.system },
] as const;

type AdminPath = (typeof tabs)[number]['href'];

const texts = words.moderation;

interface AdminAreaProps {
  path: AdminPath;
  /** One line below the title. */
  intro?: ReactNode;
  children: ReactNode;
}

/** Shows a page to administrators. Others read that they have no access, or none yet. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { data: factors } = useQuery({ ...queryFor(account.factors, {}), enabled: user?.isAdmin === true });
  if (!user?.isAdmin) {
    return (
      <Denied title={words.denied.title} text={words.denied.admin}>
        <ButtonLink href="/" size="lg">
          {words.denied.home}
        </ButtonLink>
      </Denied>
    );
  }
  if (factors?.required) {
    return (
      <Denied title={words.denied.title} text={messages.adminSecondFactor}>
        <ButtonLink href="/my-account/sign-in#protection" size="lg">
          {words.denied.protect}
        </ButtonLink>
      </Denied>
    );
  }
  return children;
}

/** The frame of the administrators' pages with their tabs. */
export function AdminArea(page: AdminAreaProps) {
  return (
    <AdminOnly>
      <main id="main">
        <Page {...page} />
      </main>
    </AdminOnly>
  );
}

function Page({ path, intro, children }: AdminAreaProps) {
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the tabs scroll: keep the open one in view.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <div className="page at-page">
      <h1>{tabs.find(({ href }) => href === path)?.label}</h1>
      <nav className="tabs bleed at-nav" aria-label={texts.area}>
        {tabs.map(({ href, label }, index) => (
          <Link
            key={href}
            href={href}
            ref={href === path ? current : undefined}
            aria-current={href === path ? 'page' : undefined}
          >
            {href === path ? <Ring shape="wide" variant={index} /> : null}
            {label}
          </Link>
        ))}
      </nav>
      {intro === undefined ? null : <p className="mut at-intro">{intro}</p>}
      {children}
    </div>
  );
}
