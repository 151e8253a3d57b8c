import { expect, test } from 'vitest';
import { errorsOf } from '../../dashboard/src/lib/field-errors.ts';
import { messages } from '../../src/input/validation-messages.ts';

const data = 'meta.plannerData';
const FIELDS = [
  { name: 'texts', label: 'Text' },
  { name: data, label: 'Hours', at: [`${data}.daysOfWeek`, `${data}.weeklySchedule`] },
  { name: `${data}.multistepData.stepSize`, label: 'Contacts per step (optional)' },
  { name: 'filter.anyOf.2.tagsAny', label: 'With any of these tags', at: ['filter.anyOf.0.tagsAny'] },
  { name: 'filter.anyOf.0.tagsAny', label: 'With any of these tags', at: [] },
  { name: 'meta.routingPlanId', label: 'Routing plan' },
];
const shown = (path: string, of: (path: string) => string) => errorsOf(FIELDS, { [path]: [of(path)] });

test('the dashboard shows an error at its field, with the label instead of the path', () => {
  expect(shown(`${data}.daysOfWeek`, messages.required)).toEqual({ [data]: ['"Hours" is required.'] });
  expect(shown(`${data}.weeklySchedule.Mon.start`, messages.timeOfDay)).toEqual({
    [data]: ['"Hours Mon Start" must be a time of day as HH:MM.'],
  });
  expect(shown(`${data}.multistepData.stepSize`, (path) => messages.atLeast(path, 1))).toEqual({
    [`${data}.multistepData.stepSize`]: ['"Contacts per step" must be at least 1.'],
  });
  expect(shown('texts.1', messages.required)).toEqual({ texts: ['"Text 2" is required.'] });
  expect(shown('meta.routingPlanId', messages.selected)).toEqual({
    'meta.routingPlanId': ['"Routing plan" is invalid.'],
  });
  expect(errorsOf(FIELDS, { texts: ['Message 1: unknown merge field {{ nme }}.'] })).toEqual({
    texts: ['Message 1: unknown merge field {{ nme }}.'],
  });
});

test('an error above its fields is shown at the first of them, and one of no field by the last word of its path', () => {
  expect(shown(data, messages.required)).toEqual({ [data]: ['"Hours" is required.'] });
  expect(shown('meta.filterSegmentId', messages.selected)).toEqual({ '': ['"Filter segment" is invalid.'] });
});

test('an error of an alternative is shown at the one that was sent in that place', () => {
  expect(shown('filter.anyOf.0.tagsAny.0', messages.required)).toEqual({
    'filter.anyOf.2.tagsAny': ['"With any of these tags 1" is required.'],
  });
});
