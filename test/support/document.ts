import { readFileSync } from 'node:fs';

/** A fenced block of a document: its language, what else its first line says, its text. */
export interface Block {
  kind: string;
  text: string;
  line: number;
}

/** Those of `docs/<name>`, in their order. */
export function blocksOf(name: string): Block[] {
  const markdown = readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  return [...markdown.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    kind: match[1]!,
    text: match[2]!,
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** What was answered, with `…` wherever the document says so. */
export function likeWritten(answer: unknown, written: unknown): unknown {
  if (written === '…') return answer === undefined ? undefined : '…';
  if (typeof answer !== 'object' || answer === null || typeof written !== 'object' || written === null) return answer;
  if (Array.isArray(answer)) return answer.map((item, at) => likeWritten(item, (written as unknown[])[at]));
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, likeWritten(value, (written as Record<string, unknown>)[key])]),
  );
}
