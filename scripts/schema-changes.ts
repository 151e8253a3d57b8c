import { BreakingChangeType, buildSchema, findBreakingChanges, Kind, parse, visit } from 'graphql';

/** Breaking changes that no **Breaking** entry under Unreleased names, as sentences. */
export function unannounced(before: string, after: string, changelog: string): string[] {
  const announced = new Set(
    breakingEntries(changelog).flatMap((entry) => Array.from(entry.matchAll(/`([^`]+)`/g), ([, code]) => code!)),
  );
  return findBreakingChanges(buildSchema(before), buildSchema(after))
    .map(({ type, description }) => ({ type, description, coordinate: coordinateOf(description) }))
    .filter(({ type, coordinate }) => !announced.has(coordinate) && !isOfEnum(type, coordinate, announced))
    .map(
      ({ description, coordinate }) =>
        `${description} No **Breaking** entry under Unreleased in CHANGELOG.md names \`${coordinate}\`.`,
    );
}

/** An entry may name an enum for all of its values. */
const isOfEnum = (type: BreakingChangeType, value: string, announced: ReadonlySet<string>) =>
  type === BreakingChangeType.VALUE_REMOVED_FROM_ENUM && announced.has(value.split('.')[0]!);

function breakingEntries(changelog: string): string[] {
  const unreleased = changelog.split(/^## /m).find((part) => part.startsWith('[Unreleased]')) ?? '';
  return unreleased.split(/^- /m).filter((entry) => entry.startsWith('**Breaking**'));
}

/** `Offer.url`, or `Offer` where the type itself changed; of an argument, its field. */
function coordinateOf(description: string): string {
  const member = /\b(\w+) (?:on input type|was removed from enum type) (\w+)/.exec(description);
  if (member) return `${member[2]}.${member[1]}`;
  return (/was removed from union type (\w+)/.exec(description) ??
    /\b(\w+\.\w+)/.exec(description) ??
    /(\w+)/.exec(description))![1]!;
}

/** Deprecations whose reason does not end with the date of removal. */
export function undated(schema: string): string[] {
  const found: string[] = [];
  visit(parse(schema), {
    Directive({ name, arguments: [reason] = [], loc }) {
      if (name.value !== 'deprecated') return;
      const text = reason?.value.kind === Kind.STRING ? reason.value.value : '';
      const date = / Removed after (\d{4}-\d\d-\d\d)\.$/.exec(text)?.[1];
      if (date !== undefined && isDate(date)) return;
      found.push(
        `schema.graphql:${loc!.startToken.line}: the reason of @deprecated must end with "Removed after YYYY-MM-DD.": "${text}"`,
      );
    },
  });
  return found;
}

const isDate = (date: string) => !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
