// jest loads this module anew for each test file. `@jest/globals` therefore has the functions of the running file here.
module.exports = require('@jest/globals');
