import { round } from '../pencil/ring.tsx';

/** The only centred screen: what stands while the session is being looked up. */
export function Splash({ text }: { text: string }) {
  return (
    <main id="main" className="splash">
      <div role="status">
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <path pathLength={1} d={round[0]} />
        </svg>
        <p>{text}</p>
      </div>
    </main>
  );
}
