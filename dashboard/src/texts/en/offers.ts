export const offers = {
  whereTheLink: 'Where the link of a message leads, such as https://shop.example/spring',
  profitPerSale: 'Profit per sale',
  whatOneSaleEarns: 'What one sale earns; reports multiply it.',
  whatACampaignSends: 'What a campaign sends people to, and what a sale is worth.',
  perSale: 'Per sale',
  anOffer: 'An offer is the page behind the link in your messages.',
};
