const [bars, step, height] = [64, 4, 34];

/** The drawing of a voice. Without one it is flat. */
export function Wave({ wave }: { wave: readonly number[] | null }) {
  const lines = Array.from({ length: bars }, (_, bar) => {
    const level = (wave?.[bar] ?? 0) / 255;
    const half = 1.5 + level * (height / 2 - 2.5);
    return `M${bar * step + 2} ${(height / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${bars * step} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={lines.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
