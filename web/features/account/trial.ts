/** How long the free trial lasts, in days, and from how few on its end is near. */
export const trialDays = 30;
const warningFrom = 7;

const day = 24 * 60 * 60_000;

export interface Trial {
  state: 'active' | 'warning' | 'expired';
  used: number;
  left: number;
  endsAt: string;
}

/** Days since the account was made, measured against the trial's. */
export const trialOf = (createdAt: string, now: number = Date.now()): Trial => {
  const began = Date.parse(createdAt);
  const used = Math.min(trialDays, Math.max(0, Math.floor((now - began) / day)));
  const left = trialDays - used;
  return {
    state: left === 0 ? 'expired' : left <= warningFrom ? 'warning' : 'active',
    used,
    left,
    endsAt: new Date(began + trialDays * day).toISOString(),
  };
};
