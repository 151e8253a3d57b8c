const PRIVATE = /(?<![\w.:-])\+?\d{7,15}(?![\w:-])|\bob[a-z]_\w+/g;

export const withoutPrivate = (text: string): string => text.replace(PRIVATE, '…');
