// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// The successor to which a deprecated token forwards its calls.
interface ISuccessor {
    function balanceOf(address account) external view returns (uint256);
    function transferByLegacy(address from, address to, uint256 value) external;
    function transferFromByLegacy(address spender, address from, address to, uint256 value) external;
    function approveByLegacy(address from, address spender, uint256 value) external;
}

/// The behaviour of Tether's token that matters to a payment service: an optional fee, a blacklist, a pause, a successor,
/// and new coins without a Transfer. The two shells differ in what their functions return and in which event arguments are
/// indexed. `owner` is storage slot 0 and nothing is immutable, so that code set at an address by a test chain can be
/// given its owner by one write.
abstract contract TetherBase {
    address public owner;
    bool public paused;
    bool public deprecated;
    address public upgradedAddress;
    uint256 public basisPointsRate;
    uint256 public maximumFee;
    uint256 internal supply;
    mapping(address => uint256) internal balances;
    mapping(address => mapping(address => uint256)) internal allowances;
    mapping(address => bool) public isBlackListed;

    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint256 public constant decimals = 6;
    uint256 private constant MAX_BASIS_POINTS = 20;
    uint256 private constant MAX_FEE_TOKENS = 50;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Issue(uint256 amount);
    event Redeem(uint256 amount);
    event Deprecate(address newAddress);
    event Params(uint256 feeBasisPoints, uint256 maxFee);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner, "only the owner");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "paused");
        _;
    }

    constructor(uint256 initialSupply) {
        owner = msg.sender;
        supply = initialSupply;
        balances[msg.sender] = initialSupply;
    }

    function totalSupply() external view returns (uint256) {
        return supply;
    }

    function balanceOf(address account) external view returns (uint256) {
        return deprecated ? ISuccessor(upgradedAddress).balanceOf(account) : balances[account];
    }

    function allowance(address account, address spender) external view returns (uint256) {
        return allowances[account][spender];
    }

    function transferOwnership(address newOwner) external onlyOwner {
        if (newOwner != address(0)) owner = newOwner;
    }

    function pause() external onlyOwner whenNotPaused {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        require(paused, "not paused");
        paused = false;
        emit Unpause();
    }

    function deprecate(address successor) external onlyOwner {
        deprecated = true;
        upgradedAddress = successor;
        emit Deprecate(successor);
    }

    function setParams(uint256 newBasisPoints, uint256 newMaxFee) external onlyOwner {
        require(newBasisPoints < MAX_BASIS_POINTS, "fee too high");
        require(newMaxFee < MAX_FEE_TOKENS, "maximum fee too high");
        basisPointsRate = newBasisPoints;
        maximumFee = newMaxFee * 10 ** decimals;
        emit Params(basisPointsRate, maximumFee);
    }

    /// New coins appear without a Transfer.
    function issue(uint256 amount) external onlyOwner {
        supply += amount;
        balances[owner] += amount;
        emit Issue(amount);
    }

    function redeem(uint256 amount) external onlyOwner {
        balances[owner] -= amount;
        supply -= amount;
        emit Redeem(amount);
    }

    function addBlackList(address account) external onlyOwner {
        isBlackListed[account] = true;
        _announceListed(account);
    }

    function removeBlackList(address account) external onlyOwner {
        isBlackListed[account] = false;
        _announceUnlisted(account);
    }

    /// Coins vanish without a Transfer.
    function destroyBlackFunds(address account) external onlyOwner {
        require(isBlackListed[account], "not blacklisted");
        uint256 balance = balances[account];
        balances[account] = 0;
        supply -= balance;
        _announceDestroyed(account, balance);
    }

    function _transfer(address to, uint256 value) internal whenNotPaused {
        require(!isBlackListed[msg.sender], "blacklisted");
        if (deprecated) ISuccessor(upgradedAddress).transferByLegacy(msg.sender, to, value);
        else _move(msg.sender, to, value);
    }

    function _transferFrom(address from, address to, uint256 value) internal whenNotPaused {
        require(!isBlackListed[from], "blacklisted");
        if (deprecated) {
            ISuccessor(upgradedAddress).transferFromByLegacy(msg.sender, from, to, value);
            return;
        }
        uint256 allowed = allowances[from][msg.sender];
        if (allowed != type(uint256).max) {
            require(allowed >= value, "allowance too low");
            allowances[from][msg.sender] = allowed - value;
        }
        _move(from, to, value);
    }

    /// An allowance changes through zero only.
    function _approve(address spender, uint256 value) internal whenNotPaused {
        if (deprecated) {
            ISuccessor(upgradedAddress).approveByLegacy(msg.sender, spender, value);
            return;
        }
        require(value == 0 || allowances[msg.sender][spender] == 0, "set the allowance to zero first");
        allowances[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    /// The fee's Transfer comes first, the net one second.
    function _move(address from, address to, uint256 value) private {
        require(balances[from] >= value, "balance too low");
        uint256 fee = (value * basisPointsRate) / 10000;
        if (fee > maximumFee) fee = maximumFee;
        balances[from] -= value;
        balances[to] += value - fee;
        if (fee > 0) {
            balances[owner] += fee;
            emit Transfer(from, owner, fee);
        }
        emit Transfer(from, to, value - fee);
    }

    function _announceListed(address account) internal virtual;

    function _announceUnlisted(address account) internal virtual;

    function _announceDestroyed(address account, uint256 balance) internal virtual;
}
