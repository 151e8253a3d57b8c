import { callExamples } from './examples/calls.ts';
import { campaignExamples } from './examples/campaigns.ts';
import type { Examples } from './examples/example.ts';
import { hubExamples } from './examples/hub.ts';
import { teamExamples } from './examples/teams.ts';

export const openApiExamples: Examples = { ...teamExamples, ...campaignExamples, ...callExamples, ...hubExamples };
