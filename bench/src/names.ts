export const SHAPES = ['nested', 'light', 'single', 'e14'] as const;
export type ShapeName = (typeof SHAPES)[number];

export const CONTENDERS = [
  'floor-a',
  'floor-b',
  'mercurius',
  'postgraphile',
  'plain-prisma',
  'ours',
  'ours-interpreted',
  'ours-rest',
] as const;
export type ContenderName = (typeof CONTENDERS)[number];

/** Parts of the task `hostile`. */
export const PARTS = ['requests', 'stops', 'kills'] as const;
export type PartName = (typeof PARTS)[number];
