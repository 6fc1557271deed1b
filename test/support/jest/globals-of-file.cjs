// jest answers this to a file that it loads itself: the functions of the test file that is running.
module.exports = require('@jest/globals');
