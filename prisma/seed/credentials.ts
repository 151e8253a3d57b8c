import { TEAM_TOKEN_PREFIX, tokenOf, WEBHOOK_SECRET_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import { demoId, type TeamNumber } from './ids.ts';

/** Everything needed to try the demo. Public on purpose: never seed a database that others can reach. */
export type DemoCredentials = {
  email: string;
  password: string;
  /** The first team's token, good for every endpoint. */
  token: string;
  /** The second team's. */
  otherToken: string;
  /** The first team's, limited to creating offers. */
  scopedToken: string;
  webhookSecret: string;
  /** An endpoint of the first team's hub. */
  seller: { username: string; password: string };
  /** Records of the first team. */
  ids: DemoIds;
};

export type DemoIds = Record<
  | 'voice_campaign'
  | 'data_file'
  | 'rule'
  | 'call'
  | 'number'
  | 'team'
  | 'sms_route'
  | 'schedule'
  | 'sms_campaign'
  | 'sms_draft'
  | 'invitation'
  | 'post_processing'
  | 'integration'
  | 'contact',
  string
>;

export const DEMO_PASSWORD = 'outbound-demo';

/** `hashPassword(DEMO_PASSWORD)`, once: a new salt every time would make every demo a different one. */
export const DEMO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$fQsDggQhGlfSSiWLTmh6tg$Zci9HwQnxznkWc3IHo9DIhPGegt6U1HvFcVkmChkJ/w';

/** Of the password `seller-demo-secret`, the one of all demo seller endpoints. */
export const SELLER_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$y9WcnCutzY53T5RIeqJeng$oAG9kKlpYEK2vL8r+GdIgc9SA6JtL4Pr6yozqGlIxzM';

/** SMPP passwords have at most eight characters. */
export const DEMO_SELLER = {
  username: 'demo-seller',
  password: 'simulate',
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$r6Evvl6SlyDM3b5310lh7g$iioqwyW9kGo2d0FijiX/1v6g4FnzDaQjvoAJVjx3Mao',
};

const teamToken = (team: TeamNumber, secret: string) => tokenOf(TEAM_TOKEN_PREFIX, demoId('team', team, 1), secret);

export const TOKENS = {
  acme: teamToken(1, '_demo_every_endpoint'),
  acmeOffers: teamToken(1, '_demo_only_offers'),
  globex: teamToken(2, '_demo_every_endpoint'),
  globexOffers: teamToken(2, '_demo_only_offers'),
};

export const WEBHOOK_SECRETS = {
  1: tokenOf(WEBHOOK_SECRET_PREFIX, demoId('team', 1, 1), '_demo'),
  2: tokenOf(WEBHOOK_SECRET_PREFIX, demoId('team', 2, 1), '_demo'),
};

/** The positions are those at which the parts of the demo make the record in question; a test looks them all up. */
export const CREDENTIALS: DemoCredentials = {
  email: 'owner@acme.example',
  password: DEMO_PASSWORD,
  token: TOKENS.acme,
  otherToken: TOKENS.globex,
  scopedToken: TOKENS.acmeOffers,
  webhookSecret: WEBHOOK_SECRETS[1],
  seller: { username: DEMO_SELLER.username, password: DEMO_SELLER.password },
  ids: {
    // A manual one over the simulator, which can be started.
    voice_campaign: demoId('voiceCampaign', 1, 1),
    data_file: demoId('dataFile', 1, 1),
    rule: demoId('profitRule', 1, 1),
    call: demoId('call', 1, 1),
    number: demoId('number', 1, 1),
    team: demoId('team', 1, 1),
    sms_route: demoId('route', 1, 1),
    schedule: demoId('smsTestSchedule', 1, 1),
    // A pending one with a planner (see the rotation in sms-campaigns.ts): it can be stopped (E19) and deleted (E22).
    sms_campaign: demoId('smsCampaign', 1, 8),
    // A manual one over the simulator, which can be started.
    sms_draft: demoId('smsCampaign', 1, 1),
    invitation: demoId('invitation', 1, 1),
    post_processing: demoId('postProcessing', 1, 1),
    integration: demoId('integration', 1, 1),
    contact: demoId('contact', 1, 1),
  },
};

export const DEMO_TEAM_IDS = [demoId('team', 1, 1), demoId('team', 2, 1)];
