import {
  BookmarkCheck,
  Check,
  EllipsisVertical,
  type LucideIcon,
  PanelTop,
  Share,
  SquarePlus,
  Star,
} from 'lucide-react';
import type { Device } from '../../app/device.ts';
import type { Step } from '../../ui/layout/steps.tsx';

const icons: Readonly<Record<Device, readonly LucideIcon[]>> = {
  ios: [Share, SquarePlus, Check],
  android: [EllipsisVertical, SquarePlus, Check],
  desktop: [Star, PanelTop, BookmarkCheck],
};

/** The steps of the guide for a kind of device, each with the icon to look for. */
export const withIcons = (device: Device, steps: readonly Omit<Step, 'icon'>[]): Step[] =>
  steps.map((step, index) => ({ ...step, icon: icons[device][index] ?? Check }));
