export const inbox = {
  unread: 'Unread',
  assignedTo: 'Assigned to',
  conversation: 'Conversation',
  unreadNamed: (unreadCount: string | number) => `${unreadCount} unread`,
  lastText: 'Last text',
  youNamed: (lastText: string | number) => `You: ${lastText}`,
  writtenTo: 'Written to',
  repliesTo: 'Replies to your messages appear here.',
  reopen: 'Reopen',
  thisPersonAsked: 'This person asked not to be contacted. You can answer again if they write START.',
  theyLastWroteMore: 'They last wrote more than a day ago: the answer goes out within your team’s hours.',
  simulated: (route: string | number) => `${route} (simulated: nobody reads the answers)`,
};
