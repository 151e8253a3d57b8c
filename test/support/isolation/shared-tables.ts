/** Tables of no team. `teams` aside, every other names the team of each row; a new one that does not is added here. */
export const SHARED: readonly string[] = [
  '_prisma_migrations',
  'countries',
  'email_secrets',
  'login_challenges',
  'network_brands',
  'networks',
  'rate_limits',
  'recovery_codes',
  'setup_secrets',
  'users',
];
