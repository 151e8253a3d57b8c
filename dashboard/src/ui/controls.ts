/** What is filled in, pressed and looked through. */
export * from './dialog.tsx';
export * from './form.tsx';
export * from './grid.tsx';
export * from './list.tsx';
export * from './records.tsx';
