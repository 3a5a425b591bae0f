export type UsageLevel = 'normal' | 'moderate' | 'high';

/** The level of used storage: high above 90 percent, moderate above 70. */
export const usageLevel = (percentage: number): UsageLevel =>
  percentage > 90 ? 'high' : percentage > 70 ? 'moderate' : 'normal';
