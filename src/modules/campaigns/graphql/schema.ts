import './mutations.ts';
import './queries.ts';
import './resolve-unknown.ts';
import './sms-preview.ts';
import './voice-preview.ts';
import './sms-test.ts';
import './start-and-stop.ts';
