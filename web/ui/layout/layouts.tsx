import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../form/button.tsx';

interface Back {
  href: string;
  label: string;
}

/** Leads back up, above the title. */
export function BackLink({ href, label }: Back) {
  return (
    <ButtonLink href={href} kind="ghost" size="sm" flush icon={ArrowLeft} className="back">
      {label}
    </ButtonLink>
  );
}

interface RailPageProps {
  back?: Back;
  /** Stands above the title, such as a circle's dot. */
  mark?: ReactNode;
  title: ReactNode;
  intro?: ReactNode;
  /** More for the rail: below the title on wide screens, above the content on phones. */
  rail?: ReactNode;
  /** Narrower second column, for forms. */
  form?: boolean | undefined;
  children: ReactNode;
}

/** Title and actions in the rail, content in the second column. */
export function RailPage({ back, mark, title, intro, rail, form, children }: RailPageProps) {
  return (
    <main id="main">
      <div className="rail">
        <div className="rl">
          {back ? <BackLink {...back} /> : null}
          {mark}
          <h1>{title}</h1>
          {intro ? <p>{intro}</p> : null}
          {rail}
        </div>
        <div className={form ? 'rm form' : 'rm'}>{children}</div>
      </div>
    </main>
  );
}

interface FullPageProps {
  back?: Back;
  title: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One column over the whole width: circles, directory, account, administration. */
export function FullPage({ back, title, actions, children }: FullPageProps) {
  return (
    <main id="main">
      <div className="page">
        {back ? <BackLink {...back} /> : null}
        <div className="ph2">
          <h1>{title}</h1>
          {actions ? <div className="ctl">{actions}</div> : null}
        </div>
        {children}
      </div>
    </main>
  );
}
