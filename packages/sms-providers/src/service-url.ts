import { z } from 'zod';

/** Without credentials, as settings can be read back, and without line breaks, which `URL` drops. */
export const serviceUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((url) => !/^[^/]*\/\/[^/]*@|\p{Cc}/u.test(url));
