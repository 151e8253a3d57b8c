export const signIn = {
  accessToken: 'Access token',
  aTeamsTokenFrom: 'A team’s token, from Settings → Tokens.',
  the6Digits: 'The 6 digits that your authenticator app shows, or a recovery code.',
  limitedToken: 'Limited token',
  teamOfTheToken: 'Team of the token',
  signIn: 'Sign in',
  startOver: 'Start over',
  withEmail: 'With e-mail',
  withAToken: 'With a token',
  forgottenYour: 'Forgotten your password?',
};
