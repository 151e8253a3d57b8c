import type { Role } from '../../../generated/prisma/client.ts';

const needs = (role: Role) => ({ role, refusal: 'Action not allowed' }) as const;

/** Lowest roles; members may do what is not listed. Nobody acts on anybody above their own role (`isWithin`). */
export const MAY = {
  updateTeam: needs('admin'),
  readInvitations: needs('admin'),
  readAuditLog: needs('admin'),
  readTeamTokens: needs('admin'),
  readTwoFactor: needs('admin'),
  inviteMember: needs('admin'),
  changeMemberRole: needs('admin'),
  deleteInvitation: needs('admin'),
  removeMember: needs('admin'),
  createTeamToken: needs('admin'),
  revokeTeamToken: needs('admin'),
  manageVoiceAccounts: needs('admin'),
  superviseCalls: needs('admin'),
  replayCallEvent: needs('admin'),
  replayPostProcessing: needs('admin'),
  rotatePostProcessingSecret: needs('admin'),
  rotateSellerCredentials: needs('admin'),
  manageBilling: needs('admin'),
  manageRouteProviders: needs('admin'),
  manageSending: needs('admin'),
  manageWebhooks: needs('admin'),
};
