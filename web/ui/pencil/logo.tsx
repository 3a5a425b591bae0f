import { Link } from 'wouter';
import { words } from '../../words/words.ts';
import { logo } from './ring-paths.ts';

/** The product's mark and name, leading to `/`. */
export function Logo() {
  return (
    <Link className="logo" href="/">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <path d={logo} />
      </svg>
      <span className="fold-last">{words.product}</span>
    </Link>
  );
}
